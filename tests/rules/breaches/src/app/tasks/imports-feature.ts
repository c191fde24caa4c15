export { leave } from '#app/features/leave/innocent.ts'
