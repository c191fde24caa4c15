import { closeOutbox, openOutbox, type Outbox } from '#mirror/outbox/open-outbox.ts'
import { saveSession } from '#mirror/outbox/session.ts'
import { closePapers, openPapers, type Papers } from '#mirror/papers/open-papers.ts'
import { openPaperCopies, type PaperCopies } from '#mirror/papers/paper-copies.ts'
import type { PapersView } from '#mirror/papers/papers-api.ts'
import { sendFiles } from '#mirror/papers/send-files.ts'
import { createPapersView, storeFile } from '#mirror/papers/store-file.ts'
import { newId } from '#mirror/runtime/new-id.ts'
import type { Runtime } from '#mirror/runtime/runtime.ts'
import type { FakeBrowser, FakeTab, TabOptions } from '../fakes/fake-runtime.ts'
import { createRandomBelow } from '../fakes/seeded-random.ts'
import type { SignedIn } from '../servers/build-test-app.ts'

/** A tab of a device that stores and sends papers, without the rest of the offline copy. */
export interface PaperTab {
  readonly tab: FakeTab
  readonly runtime: Runtime
  readonly papers: Papers
  readonly copies: PaperCopies
  readonly outbox: Outbox
  readonly view: PapersView
  /** Makes this tab the leader; returns a function that stops it. */
  startLeading(): () => void
  close(): void
}

/** Opens a tab for somebody signed in at the server. */
export async function openPaperTab(browser: FakeBrowser, staff: SignedIn, options: TabOptions): Promise<PaperTab> {
  const tab = browser.openTab(options)
  // Fake ids repeat between tests, but this server keeps its data.
  const runtime: Runtime = { ...tab.runtime, newId }
  const [outbox, papers] = [await openOutbox(runtime, staff.user.id), await openPapers(runtime, staff.user.id)]
  await saveSession(outbox, {
    access_token: staff.accessToken,
    refresh_token: staff.refreshToken,
    expires_in: 3600,
    user_info: staff.user,
  })
  const copies = openPaperCopies(runtime, staff.user.id)
  return {
    tab,
    runtime,
    papers,
    copies,
    outbox,
    view: createPapersView(papers, copies, outbox),
    startLeading() {
      const term = new AbortController()
      void sendFiles({ papers, copies, outbox }, { signal: term.signal, isOnce: false })
      return () => term.abort()
    },
    close() {
      closePapers(papers)
      closeOutbox(outbox)
      copies.close()
    },
  }
}

/** A PDF of `size` bytes; different for each seed. */
export function makePdfBytes(size: number, seed: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size)
  const randomBelow = createRandomBelow(seed * 2_654_435_761 + 1)
  for (let index = 0; index < size; index += 1) bytes[index] = randomBelow(256)
  bytes.set(new TextEncoder().encode('%PDF-1.7\n').subarray(0, size))
  if (size > 20) bytes.set(new TextEncoder().encode('\n%%EOF'), size - 6)
  return bytes
}

/** Stores a file as a screen does, without its record, which is up to the test. Returns its id. */
export async function storePdf(device: PaperTab, bytes: Uint8Array<ArrayBuffer>, name = '서류'): Promise<string> {
  const paper = await storeFile(device.papers, device.copies, {
    name,
    mediaType: 'application/pdf',
    bytes,
    thumb: null,
    buildRecord: ({ contentId, digest, size }) => ({
      collection: 'case-papers',
      id: device.runtime.newId(),
      fields: { content_id: contentId, digest, size, name },
    }),
  })
  return String(paper.fields['content_id'])
}
