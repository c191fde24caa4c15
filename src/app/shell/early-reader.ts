/** Whether the router may say where a drawn page stands: not on the first one whose reader is already down the page, which came as HTML before any script ran. */
export function maySetScroll(): () => boolean {
  let isFirst = true
  return () => {
    const isReaderOnTheWay = isFirst && window.scrollY > 0
    isFirst = false
    return !isReaderOnTheWay
  }
}
