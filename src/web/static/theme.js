// Runs before the page is drawn, so that it never flashes in the wrong colours.
{
  const apply = () => {
    let theme = null
    try {
      theme = localStorage.getItem('theme')
    } catch {
      // Storage may be forbidden. Then the colours stay as they are.
      return
    }
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
    else delete document.documentElement.dataset.theme
  }
  apply()
  // A page to which the reader comes back may be shown as it was left, and a choice made on another one since.
  addEventListener('pageshow', (event) => event.persisted && apply())
}
// Tabs show one panel from the start, where a script can show the others.
document.documentElement.dataset.scripts = ''
