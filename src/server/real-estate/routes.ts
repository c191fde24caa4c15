import type { App } from '../deps.ts'
import type { ServerDeps } from '../server-deps.ts'
import { registerApplicationForms } from './filings/application-routes.ts'
import { registerNumberRoutes } from './number-routes.ts'
import { registerPlainApplication } from './plain-application-route.ts'
import { registerGroupSummary } from './summary-by-group.ts'
import { registerUniqueFields } from './unique-fields.ts'

/** Calls of the case book beyond those of every book. */
export function realEstateRoutes(app: App, deps: ServerDeps): void {
  registerUniqueFields(app, deps)
  registerApplicationForms(app, deps, deps.readRates)
  registerNumberRoutes(app, deps)
  registerPlainApplication(app, deps, deps.writes)
  registerGroupSummary(app, deps)
}
