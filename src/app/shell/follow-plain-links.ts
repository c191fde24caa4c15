import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/**
 * Real links (`<a href>`) that lead within the site open without loading the app anew, whoever wrote them: pages that name a page of another business, and posts
 * whose text came as HTML. Where no script runs they are what they are: links.
 */
export function useFollowPlainLinks(): void {
  const router = useRouter()
  useEffect(() => {
    function follow(event: MouseEvent) {
      const address = ownAddress(event)
      if (!address) return
      event.preventDefault()
      void router.navigate({ href: address })
    }
    document.addEventListener('click', follow)
    return () => document.removeEventListener('click', follow)
  }, [router])
}

/** Path, search and hash of the pressed link if the app should follow it; null for everything the browser does better itself. */
function ownAddress(event: MouseEvent): string | null {
  if (event.defaultPrevented || event.button !== 0) return null
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return null
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return null
  const isOnThisPage = link.hash !== '' && link.pathname === location.pathname && link.search === location.search
  const isServers = /^\/(api|oauth)\//.test(link.pathname) || /\.[a-z0-9]+$/i.test(link.pathname)
  return isOnThisPage || isServers ? null : link.pathname + link.search + link.hash
}
