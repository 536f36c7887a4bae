/** The compiled core (see `assembly/mdd/`), in base64; made by `scripts/build-kernel.mjs`. */
export declare const coreBase64: string;
