import fc from 'fast-check'
import { countPropertyRuns } from './test-depth.ts'

/** Properties without a number of runs use fast-check's default of 100, scaled like the others. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), numRuns: countPropertyRuns(100) })
