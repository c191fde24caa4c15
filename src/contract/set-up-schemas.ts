import { schemaFault } from './schema-faults.ts'

// Imported first, for its effect. What schemas refuse is said in Korean. And the CSP forbids eval: zod would try it once, catch the refusal and go on, but every page
// would report a violation. Its documented `config` comes too late here: zod is loaded on demand and its schemas are made before anybody can call it. This is the
// object it looks for when it loads.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true, customError: schemaFault } })
