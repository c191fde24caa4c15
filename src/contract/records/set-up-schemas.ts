import { formatSchemaError } from '#contract/records/format-schema-error.ts'

// Import first, for its side effect. Makes schemas report errors in Korean and stops zod from
// trying eval: the CSP forbids it, and although zod handles the refusal, every page would report a
// violation. The documented `config` would come too late, because zod is loaded on demand and its
// schemas are built before anybody can call it; zod reads this global object when it loads.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true, customError: formatSchemaError } })
