import type { copy } from '../mirror/innocent.ts'

export type Copy = typeof copy
