import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { loadDemoData } from '#server/commands/demo-data.ts'
import { openDatabase } from '#server/db/client.ts'
import { openOfficeKeys } from '#server/keys/office-keys.ts'
import { embeddedAppRole } from '#server/postgres/app-role.ts'
import { startEmbedded } from '#server/postgres/embedded.ts'
import { findFreePort } from '#server/postgres/free-port.ts'
import { migrate } from '#server/schema/migrate.ts'
import { smallOffice } from '../../support/books/small-office.ts'
import { chooseTmpdir } from '../../support/runner/quick-tmpdir.ts'
import { unsafeSettings } from '../../support/servers/test-cluster.ts'

/** `empty`: migrated, without records. `small`: with about sixty records of each kind. */
type Template = 'empty' | 'small'

/** Passes the folder to the workers. */
const variable = 'E2E_OFFICE_TEMPLATES'

/**
 * Playwright's `globalSetup`: creates the data folders that the offices of this run are copied
 * from.
 */
// oxlint-disable-next-line import/no-default-export -- Playwright calls the default export.
export default async function prepareTemplates(): Promise<() => void> {
  const root = mkdtempSync(join(chooseTmpdir(), 'ongyeol-e2e-templates-'))
  chmodSync(root, 0o711)
  process.env[variable] = root
  await prepare(join(root, 'empty'), async (ownerUrl) => {
    await migrate(ownerUrl, { appRole: embeddedAppRole })
  })
  await copyTemplate('empty', join(root, 'small'))
  await prepare(join(root, 'small'), fillWithDemoData)
  return () => rmSync(root, { recursive: true, force: true })
}

/** Copies a template to `dataDir`: a complete data folder whose server has not started yet. */
export async function copyTemplate(template: Template, dataDir: string): Promise<void> {
  const source = join(process.env[variable] ?? '', template)
  mkdirSync(dataDir, { recursive: true, mode: 0o711 })
  // Keeps owner and mode, because PostgreSQL refuses a folder that other accounts can access.
  await promisify(execFile)('cp', ['-Rp', `${source}/.`, dataDir])
  await chooseOtherPort(dataDir)
}

/** Two copies starting at once would both find the template's port free. */
async function chooseOtherPort(dataDir: string): Promise<void> {
  const path = join(dataDir, 'postgres.json')
  const saved = JSON.parse(readFileSync(path, 'utf8')) as object
  writeFileSync(path, JSON.stringify({ ...saved, port: await findFreePort() }))
}

async function prepare(dataDir: string, fill: (ownerUrl: string, dataDir: string) => Promise<void>): Promise<void> {
  const database = await startEmbedded({ dataDir, settings: unsafeSettings })
  try {
    await fill(database.ownerUrl, dataDir)
  } finally {
    await database.stop()
  }
}

async function fillWithDemoData(ownerUrl: string, dataDir: string): Promise<void> {
  const db = openDatabase({ url: ownerUrl, maxConnections: 2 })
  try {
    const keys = openOfficeKeys(join(dataDir, 'numbers.key'))
    await loadDemoData(db, { now: new Date(), counts: smallOffice }, keys)
  } finally {
    await db.destroy()
  }
}
