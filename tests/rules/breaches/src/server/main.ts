import { leave } from './leave/innocent.ts'
import { write } from './sync/write.ts'

export const all = [leave, write]
