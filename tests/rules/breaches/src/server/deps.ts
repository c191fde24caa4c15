import { rows } from './db/innocent.ts'

export type Deps = { rows: typeof rows }
export const deps: Deps = { rows }
