// Three of the examples as a project: tegata check --config examples/tegata.config.ts
import { defineConfig } from 'tegata';

export default defineConfig({
  limits: { seconds: 60, memory: '4G' },
  vacuity: 'skip',
  models: [
    {
      model: 'peterson/model.dve',
      properties: { exclusion: 'G !(P0.critical & P1.critical)', entry: 'F P0.critical' },
    },
    { model: 'alternating-bit/model.ts', properties: { order: 'G !early' }, watch: ['data', 'acks'] },
    { model: 'kanban:3', properties: { bounded: 'G "P1 <= 3"' }, engine: 'symbolic' },
  ],
});
