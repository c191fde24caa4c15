// The CSP forbids eval; zod looks for this object when it loads and then does not try (see app/session/schemas-without-eval.ts).
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
