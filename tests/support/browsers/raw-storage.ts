import { Dexie } from 'dexie'
import { IDBKeyRange } from 'fake-indexeddb'

/**
 * All content of a fake browser's databases as one text, for tests that something is not on the
 * device. `isMeant` selects databases by name.
 */
export async function readStorageText(storage: IDBFactory, isSelected: (name: string) => boolean): Promise<string> {
  const rowTexts: string[] = []
  for (const { name = '' } of (await storage.databases()).filter((database) => isSelected(database.name ?? ''))) {
    const db = await new Dexie(name, { indexedDB: storage, IDBKeyRange }).open()
    for (const table of db.tables) rowTexts.push(`${name} ${table.name} ${JSON.stringify(await table.toArray())}`)
    db.close()
  }
  return rowTexts.join('\n')
}
