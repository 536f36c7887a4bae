/** `CHK7xx`: checking a formula on a model. */
export const checkCodes = {} as const;
