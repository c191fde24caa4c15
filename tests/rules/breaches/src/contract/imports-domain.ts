export { rule } from '#domain/innocent.ts'
