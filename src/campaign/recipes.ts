// How to run campaigns on other machines: a Dockerfile, a compose file with Redis, and manifests for Kubernetes, all from the same few facts.

/** What all recipes are made from. */
interface RecipeFacts {
  /** The version of the package that is installed. */
  readonly version: string;
  /** Versions of the packages that speak to Redis. */
  readonly bullmq: string;
  readonly ioredis: string;
  /** The name of the image. */
  readonly image: string;
  /** How many workers, each on as many cores as it finds. */
  readonly workers: number;
}

export const recipeKinds = ['docker', 'compose', 'kubernetes'] as const;
export type RecipeKind = (typeof recipeKinds)[number];

const NODE_IMAGE = 'node:22-bookworm-slim';
const REDIS_IMAGE = 'redis:7-bookworm';
/** The user that the images of Node have. */
const USER = 1000;

export function campaignRecipe(kind: RecipeKind, facts: RecipeFacts): string {
  switch (kind) {
    case 'docker':
      return dockerfile(facts);
    case 'compose':
      return compose(facts);
    case 'kubernetes':
      return kubernetes(facts);
  }
}

const NOT_TRIED = '# Made by `tegata campaign recipe`. Not tried on a container engine by those who wrote it.';

function dockerfile({ version, bullmq, ioredis }: RecipeFacts): string {
  return `${NOT_TRIED}
FROM ${NODE_IMAGE}
RUN npm install --global --omit=dev "tegata@${version}" "bullmq@${bullmq}" "ioredis@${ioredis}" && npm cache clean --force
ENV NODE_PATH=/usr/local/lib/node_modules
USER ${USER}
WORKDIR /work
ENTRYPOINT ["tegata"]
CMD ["campaign", "worker"]
`;
}

function compose({ image, workers }: RecipeFacts): string {
  return `${NOT_TRIED}
# The password comes from the environment: TEGATA_REDIS_PASSWORD=… docker compose up
services:
  redis:
    image: ${REDIS_IMAGE}
    command: ["sh", "-c", "exec redis-server --appendonly yes --maxmemory-policy noeviction --requirepass \\"$$TEGATA_REDIS_PASSWORD\\""]
    environment: &credentials
      TEGATA_REDIS_PASSWORD: \${TEGATA_REDIS_PASSWORD:?set a password}
    volumes: ["redis:/data"]
  worker:
    image: ${image}
    build: .
    depends_on: [redis]
    restart: unless-stopped
    deploy: { replicas: ${workers} }
    environment:
      <<: *credentials
      TEGATA_REDIS: redis://redis:6379
  campaign:
    image: ${image}
    build: .
    depends_on: [redis]
    profiles: [campaign]
    working_dir: /work
    volumes: ["./:/work"]
    command: ["campaign", "run", "campaign.json"]
    environment:
      <<: *credentials
      TEGATA_REDIS: redis://redis:6379
volumes:
  redis:
`;
}

function kubernetes({ image, workers }: RecipeFacts): string {
  return `${NOT_TRIED}
# kubectl create secret generic tegata-redis --from-literal=password=…
apiVersion: v1
kind: Service
metadata: { name: tegata-redis }
spec:
  selector: { app: tegata-redis }
  ports: [{ port: 6379 }]
---
apiVersion: apps/v1
kind: StatefulSet
metadata: { name: tegata-redis }
spec:
  serviceName: tegata-redis
  replicas: 1
  selector: { matchLabels: { app: tegata-redis } }
  template:
    metadata: { labels: { app: tegata-redis } }
    spec:
      containers:
        - name: redis
          image: ${REDIS_IMAGE}
          command: ["sh", "-c", "exec redis-server --appendonly yes --maxmemory-policy noeviction --requirepass \\"$TEGATA_REDIS_PASSWORD\\""]
          env: [${passwordVariable}]
          ports: [{ containerPort: 6379 }]
          volumeMounts: [{ name: data, mountPath: /data }]
  volumeClaimTemplates:
    - metadata: { name: data }
      spec: { accessModes: [ReadWriteOnce], resources: { requests: { storage: 8Gi } } }
---
apiVersion: batch/v1
kind: Job
metadata: { name: tegata-workers }
spec:
  parallelism: ${workers}
  completions: ${workers}
  backoffLimit: 100
  template:
    spec:
      restartPolicy: OnFailure
      containers:
        - name: worker
          image: ${image}
          args: ["campaign", "worker", "--idle", "300"]
          env: [{ name: TEGATA_REDIS, value: "redis://tegata-redis:6379" }, ${passwordVariable}]
          resources: { requests: { cpu: "2", memory: 8Gi }, limits: { memory: 8Gi } }
          securityContext: { runAsNonRoot: true, runAsUser: ${USER}, allowPrivilegeEscalation: false }
`;
}

const passwordVariable =
  '{ name: TEGATA_REDIS_PASSWORD, valueFrom: { secretKeyRef: { name: tegata-redis, key: password } } }';
