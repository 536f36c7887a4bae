// Where Redis is, and who asks: the address from the command line or the environment, names and passwords from the environment alone, since
// command lines are seen by every user of a machine.
import type * as Bullmq from 'bullmq';
import type { Redis as IoRedis } from 'ioredis';
import { InputError, UsageError } from '../../diagnostics/index.ts';
import { queuePackages } from '../start/version.ts';

/** What a connection is made with. */
export interface RedisAddress {
  readonly host: string;
  readonly port: number;
  readonly db?: number;
  readonly username?: string;
  readonly password?: string;
  readonly tls?: Readonly<Record<string, never>>;
}

/** The address; throws `UsageError`. */
export function redisAddress(given: string | undefined, environment: NodeJS.ProcessEnv): RedisAddress {
  const text = given ?? environment.TEGATA_REDIS;
  if (text === undefined || text === '') {
    throw new UsageError('say where Redis is: --redis redis://HOST:PORT, or TEGATA_REDIS in the environment');
  }
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || (url.protocol !== 'redis:' && url.protocol !== 'rediss:') || url.hostname === '') {
    throw new UsageError('the address of Redis is redis://HOST:PORT, or rediss://HOST:PORT with TLS');
  }
  if (given !== undefined && (url.password !== '' || url.username !== '')) {
    throw new UsageError(
      'every user of this machine sees the command line: give the password as TEGATA_REDIS_PASSWORD in the environment',
    );
  }
  const username = environment.TEGATA_REDIS_USER || decodeURIComponent(url.username);
  const password = environment.TEGATA_REDIS_PASSWORD || decodeURIComponent(url.password);
  const db = /^\/\d+$/.test(url.pathname) ? Number(url.pathname.slice(1)) : 0;
  return {
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? 6379 : Number(url.port),
    ...(db > 0 && { db }),
    ...(username !== '' && { username }),
    ...(password !== '' && { password }),
    ...(url.protocol === 'rediss:' && { tls: {} }),
  };
}

/** The address for people, without a password. */
export function addressText({ host, port, tls }: RedisAddress): string {
  return `${tls ? 'rediss' : 'redis'}://${host}:${port}`;
}

/** The packages of others that speak to Redis; throws `InputError` where they are not installed. */
export async function queueLibrary(): Promise<{
  readonly bullmq: typeof Bullmq;
  readonly Redis: typeof IoRedis;
}> {
  try {
    const [bullmq, { Redis }] = [await import('bullmq'), await import('ioredis')];
    return { bullmq, Redis };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') throw error;
    const { bullmq, ioredis } = queuePackages;
    const hint = `npm install 'bullmq@${bullmq}' 'ioredis@${ioredis}', beside tegata`;
    throw new InputError({
      code: 'CMD001',
      message: 'campaigns on several machines need the packages bullmq and ioredis',
      hint,
    });
  }
}
