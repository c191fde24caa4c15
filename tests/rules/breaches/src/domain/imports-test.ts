export { factory } from '../../tests/support/factory.ts'
