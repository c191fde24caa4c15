export { session } from '#contract/session.ts'
