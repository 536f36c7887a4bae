/** `NET2xx` Petri nets, `DVE3xx`, `ETF4xx`, `KRI5xx` Kripke structures, `MOD6xx` models in general. */
export const modelCodes = {} as const;
