// Runs before the page is drawn, so that it never flashes in the wrong colours.
{
  let theme = null
  try {
    theme = localStorage.getItem('theme')
  } catch {
    // Storage may be forbidden. Then the system's colours stay.
  }
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
}
// Tabs show one panel from the start, where a script can show the others.
document.documentElement.dataset.scripts = ''
