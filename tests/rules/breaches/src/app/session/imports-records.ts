export { records } from '#app/records/innocent.ts'
