import { leave } from '#app/features/leave/innocent.ts'
import { records } from '#app/records/innocent.ts'
import { frame } from '#app/shell/innocent.ts'

export const routes = [leave, records, frame]
