import { Dexie } from 'dexie'
import { IDBKeyRange } from 'fake-indexeddb'

/** Everything that lies in the databases of a fake browser, as one text: what is not in it is not on the device. `isMeant`: by the database's name. */
export async function textOfStorage(storage: IDBFactory, isMeant: (name: string) => boolean): Promise<string> {
  const found: string[] = []
  for (const { name = '' } of (await storage.databases()).filter((one) => isMeant(one.name ?? ''))) {
    const db = await new Dexie(name, { indexedDB: storage, IDBKeyRange }).open()
    for (const table of db.tables) found.push(`${name} ${table.name} ${JSON.stringify(await table.toArray())}`)
    db.close()
  }
  return found.join('\n')
}
