import fc from 'fast-check'
import { propertyRuns } from './test-depth.ts'

/** Properties that name no number of runs have fast-check's usual 100, by the same rule as the others. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), numRuns: propertyRuns(100) })
