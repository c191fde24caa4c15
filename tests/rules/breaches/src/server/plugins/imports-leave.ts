export { leave } from '#server/leave/innocent.ts'
