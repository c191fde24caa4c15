export { rows } from '#server/db/innocent.ts'
