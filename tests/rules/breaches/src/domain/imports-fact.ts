export { fact } from './fact.test.tsx'
