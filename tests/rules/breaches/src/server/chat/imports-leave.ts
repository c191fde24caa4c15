import type { Leave } from '../leave/innocent.ts'

export type Chat = { leave: Leave }
