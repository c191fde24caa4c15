import '#contract/set-up-schemas.ts'
import { officePath } from '#contract/office-words.ts'
import type { GivenAnswers } from '#contract/public-page.ts'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createAppRouter } from './router.tsx'
import { answersInDocument, takeFrom } from './features/site/given-answers.ts'
import { startOffice } from './session/follow-office.ts'
import { restoreSession } from './session/restore-session.ts'
import { session } from './session/session-store.ts'
import { hasWaitingInquiries } from './features/site/visitor-queue-mark.ts'
import { startDemoMark } from './session/demo-mark.ts'
import { startServiceWorker } from './shell/service-worker.ts'
import { showTheme } from './ui/theme.ts'
import './ui/theme.css'

async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  startDemoMark(root)
  if (!root.hasAttribute('data-prerendered')) showTheme()
  const repeatEarlyPress = keepEarlyPress(root)
  const answers = answersInDocument()
  await Promise.all([restoreSession(), startOffice(answers[officePath])])
  await draw(root, answers)
  repeatEarlyPress()
  startServiceWorker()
  void removeLeftBehind()
  // Sends what an earlier visit left behind, on whatever page this one begins.
  if (hasWaitingInquiries()) void import('./features/site/visitor-queue.ts').then(({ followQueue }) => followQueue())
}

/** Takes over the page that the server sent (prerender.tsx); whoever is signed in sees more than a visitor, so theirs is drawn anew. */
async function draw(root: HTMLElement, answers: GivenAnswers): Promise<void> {
  const router = createAppRouter({ takeAnswer: takeFrom(answers) })
  const app = (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  )
  const isPrerendered = root.hasAttribute('data-prerendered')
  // What was sent stays in sight until its successor is ready.
  if (isPrerendered && session.user) await router.load()
  if (!isPrerendered || session.user) return createRoot(root).render(app)
  // The router draws its pages without a Suspense boundary in Node, and in a browser only if this says that Node drew them before.
  router.ssr = { manifest: undefined }
  await router.load()
  // What does not fit is reported as an error by React itself; tests/e2e/hydration.spec.ts finds it.
  // As a transition it is done in slices: a tap or a scroll meanwhile does not wait for the whole page.
  startTransition(() => {
    hydrateRoot(root, app)
  })
}

void start()

/**
 * Finishes what an earlier sign-out on this device could not: its window was closed too early, or another one held a database open. Visitors' devices have
 * none of this and load nothing for it.
 */
async function removeLeftBehind(): Promise<void> {
  try {
    const databases = await indexedDB.databases()
    const isLeft = ({ name = '' }: IDBDatabaseInfo) =>
      /^(mirror|history|paper-copies)-/.test(name) && !(session.user && name.includes(session.user.id))
    if (!databases.some(isLeft)) return
    const { removeCopiesOfOthers } = await import('./session/remove-copies.ts')
    await removeCopiesOfOthers()
  } catch {
    // Storage is denied, or this part of the app was never fetched: the next start tries again.
  }
}

/**
 * Keeps the last press of a button of a page that came as HTML and is not taken over yet; links and text fields work from the start. Answers what makes that press again, to
 * be called once the page listens: React then wakes what was pressed at once.
 */
function keepEarlyPress(root: HTMLElement): () => void {
  let pressed: HTMLButtonElement | null = null
  function keep({ target }: MouseEvent) {
    pressed = target instanceof Element ? target.closest('button') : null
  }
  root.addEventListener('click', keep)
  return () => {
    root.removeEventListener('click', keep)
    if (pressed?.isConnected) pressed.click()
  }
}
