export { frame } from '#app/shell/innocent.ts'
