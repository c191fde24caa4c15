import '#contract/records/set-up-schemas.ts'
import { RouterProvider } from '@tanstack/react-router'
import { startTransition, StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { officePath } from '#contract/office/office-paths.ts'
import type { EmbeddedData } from '#contract/site/public-page.ts'
import { createTakeEmbedded, readEmbeddedData, recordEarlyPress } from './features/site/prerendered-page.ts'
import { hasWaitingInquiries } from './features/site/visitor-queue-mark.ts'
import { createAppRouter } from './routes/router.tsx'
import { startDemoMark } from './session/office/demo-mark.ts'
import { startOffice } from './session/office/follow-office.ts'
import { session } from './session/session-store.ts'
import { restoreSession } from './session/stored-login/restore-session.ts'
import { startServiceWorker } from './shell/updates/service-worker.ts'
import { applyTheme } from './ui/theme/theme.ts'
import './ui/theme/theme.css'

async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  startDemoMark(root)
  if (!root.hasAttribute('data-prerendered')) applyTheme()
  const repeatEarlyPress = recordEarlyPress(root)
  const embedded = readEmbeddedData()
  await Promise.all([restoreSession(), startOffice(embedded[officePath])])
  await renderApp(root, embedded)
  repeatEarlyPress()
  startServiceWorker()
  void removeLeftBehind()
  // Sends inquiries left over from an earlier visit, on any page.
  if (hasWaitingInquiries())
    void import('./features/site/visitor-queue-store.ts').then(({ watchVisitorQueue }) => watchVisitorQueue())
}

/**
 * Hydrates the page the server sent (prerender.tsx). A signed-in user sees more than a visitor, so
 * their page is rendered from scratch.
 */
async function renderApp(root: HTMLElement, embedded: EmbeddedData): Promise<void> {
  const router = createAppRouter({ takeEmbedded: createTakeEmbedded(embedded) })
  const app = (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  )
  const isPrerendered = root.hasAttribute('data-prerendered')
  // Keep the server's HTML visible until its replacement is ready.
  if (isPrerendered && session.user) await router.load()
  if (!isPrerendered || session.user) return createRoot(root).render(app)
  // Without this the browser's router would add a Suspense boundary that the HTML from Node does
  // not have.
  router.ssr = { manifest: undefined }
  await router.load()
  // React reports hydration mismatches as errors; hydration.spec.ts finds them. The
  // transition hydrates in slices, so that a tap or a scroll does not wait for the whole page.
  startTransition(() => {
    hydrateRoot(root, app)
  })
}

void start()

/**
 * Finishes an earlier sign-out that was cut short because its window closed or another window held
 * a database open. Visitors' devices have no such databases and load nothing for it: the prefixes
 * below repeat those of the mirror, the undo history and the copies of papers.
 */
async function removeLeftBehind(): Promise<void> {
  try {
    const databases = await indexedDB.databases()
    // The prefixes are repeated here, because the modules that define them aren't loaded yet.
    const isLeft = ({ name = '' }: IDBDatabaseInfo) =>
      /^(mirror|history|paper-copies)-/.test(name) && !(session.user && name.includes(session.user.id))
    if (!databases.some(isLeft)) return
    const { removeCopiesOfOthers } = await import('./session/device-data/remove-copies.ts')
    await removeCopiesOfOthers()
  } catch {
    // Storage is denied, or this chunk was never fetched: the next start tries again.
  }
}
