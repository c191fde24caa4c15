import '#contract/schemas-without-eval.ts'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { router } from './router.tsx'
import { restoreSession } from './session/restore-session.ts'
import { hasWaitingInquiries } from './session/visitor-queue-mark.ts'
import { startServiceWorker } from './shell/service-worker.ts'
import './ui/theme.css'

async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  await restoreSession()
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
  startServiceWorker()
  // Sends what an earlier visit left behind, on whatever page this one begins.
  if (hasWaitingInquiries()) void import('./session/visitor-queue.ts').then(({ followQueue }) => followQueue())
}

void start()
