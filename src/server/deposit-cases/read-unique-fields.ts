import { sql } from 'kysely'
import type { z } from 'zod'
import type { depositUniqueFieldsSchema } from '#contract/deposit-cases.ts'
import { compareKorean } from '#domain/collate.ts'
import { personNames } from '#domain/person-name.ts'
import type { Database } from '../db/client.ts'
import { readCaseWords, wordColumns } from './case-words.ts'

/**
 * What the suggestion filters and the section field offer: the words of the cases, and the names of projects and managers in the master data. A name borne by two
 * projects maps to the newer one. Cases have neither region nor type; the two lists stay empty (the answer's shape is the real estate's).
 */
export async function readUniqueFields(db: Database): Promise<z.infer<typeof depositUniqueFieldsSchema>> {
  const [words, projects, managers] = await Promise.all([
    readCaseWords(db, wordColumns),
    db.selectFrom('project').select(['id', 'name']).orderBy('inserted_at').orderBy('id').execute(),
    sql<{ name: string }>`select distinct name from manager`.execute(db),
  ])
  return {
    business_sections: inOrder([...words.business_section, ...projects.map(({ name }) => name)]),
    business_sections_id_map: Object.fromEntries(projects.map(({ id, name }) => [name, id])),
    business_regions: [],
    business_types: [],
    business_managers: inOrder(personNames([...words.business_manager, ...managers.rows.map(({ name }) => name)])),
    purposes: inOrder(words.purpose),
  }
}

function inOrder(words: readonly string[]): string[] {
  return [...new Set(words)].toSorted(compareKorean)
}
