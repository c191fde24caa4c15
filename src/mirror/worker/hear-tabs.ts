import { rereadOutbox } from '../outbox/open-outbox.ts'
import { noteAsked } from './asked-collections.ts'
import { followChoice } from './choose-held.ts'
import { reportBug, setStatus, notifyChanged, notifyTabs, type EngineState } from './engine-state.ts'
import { loadData, reloadMirror } from './load-data.ts'
import { confirmChanges } from './mirrored-data.ts'
import { tabMessageSchema, type TabMessage } from './tab-messages.ts'

/** Heeds what the workers of the user's other tabs tell. */
export function hearTabs(state: EngineState, raw: unknown): void {
  const parsed = tabMessageSchema.safeParse(raw)
  if (!parsed.success || state.over.signal.aborted) return
  const message = parsed.data
  if (message.type === 'held') return void followChoice(state).catch((error: unknown) => reportBug(state, error))
  if (state.loop) return hearAsLeader(state, message)
  switch (message.type) {
    case 'applied':
      return void state.loading.catch(() => undefined).then(() => takePage(state, message))
    case 'copied':
      // Who shows nothing of it hears of it with all the others.
      if (!state.asked.includes(message.collection)) return
      return void loadData(state).catch((error: unknown) => reportBug(state, error))
    case 'reload':
      return void reloadAll(state).catch((error: unknown) => reportBug(state, error))
    case 'status': {
      const { connection, trouble, lastSyncAt, lacksRoom, tasksToldAt, copying } = message
      return setStatus(state, {
        connection,
        trouble,
        lastSyncAt,
        lacksRoom,
        tasksToldAt,
        copying: withoutUndefined(copying),
      })
    }
    case 'asked':
    case 'beat':
    case 'hello':
    case 'wake':
      return
  }
}

function hearAsLeader(state: EngineState, message: TabMessage): void {
  if (message.type === 'asked') noteAsked(state, message.collection)
  if (message.type === 'wake') state.loop?.wake()
  if (message.type === 'hello') notifyTabs(state, { type: 'status', ...state.status })
}

/** What a full copy made needless has left the outbox before the leader told of the copy, on a channel that may be slower. */
async function reloadAll(state: EngineState): Promise<void> {
  await rereadOutbox(state.outbox)
  await reloadMirror(state)
}

/** Takes over what the leader wrote; a page that does not follow on what is in memory means that something was missed. */
function takePage(state: EngineState, { before, page }: TabMessage & { type: 'applied' }): void {
  if (before !== state.cursor) return void loadData(state).catch((error: unknown) => reportBug(state, error))
  state.cursor = page.cursor
  if (page.stopped) setStatus(state, { stopped: page.stopped.records })
  notifyChanged(state, confirmChanges(state.data, page))
}

function withoutUndefined<T extends object>(given: T): { [K in keyof T]: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never
}
