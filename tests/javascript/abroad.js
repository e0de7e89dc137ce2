/* A reader in Great Britain: set up before a module is loaded. */

Object.defineProperty(globalThis, "navigator", { value: { languages: ["en-GB", "es-ES"] } });
