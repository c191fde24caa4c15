export { copy } from '#mirror/innocent.ts'
