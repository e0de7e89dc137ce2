/* A reader in Spain: set up before a module is loaded. */

Object.defineProperty(globalThis, "navigator", { value: { languages: ["es-ES", "en-GB"] } });
