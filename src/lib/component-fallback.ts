/** The texts of the error pages where no file of texts can be had: an error must not be a page without words. */
export const COMPONENT_FALLBACK: Readonly<Record<string, string>> = {
  'error.backHome': 'Back to home',
  'error.copied': 'Copied',
  'error.copyDetails': 'Copy details',
  'error.copyFailed': 'Copying is not allowed here. Please select the details yourself.',
  'error.details': 'Details',
  'error.id': 'Error',
  'error.notFound': 'Page Not Found',
  'error.notFoundHint': 'There is nothing at this address.',
  'error.reload': 'Reload',
  'error.server': 'Internal Server Error',
  'error.serverHint': 'Something in this screen broke. Nothing of your work is lost.',
}
