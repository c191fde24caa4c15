import { type UniqueFields, uniqueFieldsSchema } from '#contract/real-estate/real-estate.ts'
import { listPersonNames } from '#domain/text/person-name.ts'
import { compareKorean } from '#domain/text/search-text.ts'
import type { Database } from '#server/db/client.ts'
import type { App, Deps } from '#server/deps.ts'
import { requireStaff } from '#server/plugins/bearer.ts'
import type { RouteDeps } from '#server/route-deps.ts'
import { registerApiApplication } from './api-application.ts'
import { registerApplicationForms } from './filings/application-routes.ts'
import { registerPersonNumberRoutes } from './person-number-routes.ts'
import { registerGroupSummary } from './summary-by-group.ts'
import { writableRealEstateBook } from './writable-books.ts'

/** Routes of the case book in addition to those of every book. */
export function realEstateRoutes(app: App, deps: RouteDeps): void {
  registerUniqueFields(app, deps)
  registerApplicationForms(app, deps)
  registerPersonNumberRoutes(app, deps)
  registerApiApplication(app, deps)
  registerGroupSummary(app, deps)
}

/**
 * `GET /api/mysql/realestate/unique_fields/`: names, regions, types and managers of the groups,
 * each once, for the suggestion filters and the group select.
 */
function registerUniqueFields(app: App, { db }: Deps): void {
  app.route({
    method: 'GET',
    url: '/api/mysql/realestate/unique_fields/',
    schema: { tags: [writableRealEstateBook.label], response: { 200: uniqueFieldsSchema } },
    onRequest: async (request) => void requireStaff(request),
    handler: () => readUniqueFields(db),
  })
}

/** Of two groups with the same name the newer one counts. */
async function readUniqueFields(db: Database): Promise<UniqueFields> {
  const columns = ['id', 'name', 'region', 'type', 'manager'] as const
  const oldestFirst = await db
    .selectFrom('real_estate_group')
    .select(columns)
    .orderBy('inserted_at')
    .orderBy('id')
    .execute()
  return {
    business_sections: sortUnique(oldestFirst.map(({ name }) => name)),
    business_sections_id_map: Object.fromEntries(oldestFirst.map(({ name, id }) => [name, id])),
    business_regions: sortUnique(oldestFirst.map(({ region }) => region)),
    business_types: sortUnique(oldestFirst.map(({ type }) => type)),
    business_managers: listPersonNames(sortUnique(oldestFirst.map(({ manager }) => manager))),
  }
}

function sortUnique(values: readonly (string | null)[]): string[] {
  return [...new Set(values.filter((value) => value !== null))].toSorted(compareKorean)
}
