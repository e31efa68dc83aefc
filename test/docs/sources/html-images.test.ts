import t from 'tap'
import { contentTree, type Files } from '../../support/content-tree.ts'
import { faultsOf, pageOf } from './pages-of.ts'
import { readContent } from '../../../src/docs/read-content.ts'

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="4"/>'

/** Images in HTML, as a browser follows them from the address of the page, and as the author sees them beside the file. */
const SITES: Readonly<Record<string, Files>> = {
  MkDocs: {
    'mkdocs.yml': 'site_name: Lantern\n',
    'docs/index.md': '# Home\n',
    'docs/img/a.svg': SVG,
    'docs/community/tutorials.md':
      '# Tutorials\n\n<img src="../../img/a.svg" alt="By address">\n\n![By file](../img/a.svg)\n\n<img src="../../img/gone.svg">\n',
  },
  Docusaurus: {
    'docusaurus.config.js': "export default { presets: [['classic', { docs: { routeBasePath: '/' } }]] }\n",
    'docs/img/a.svg': SVG,
    'docs/community/tutorials.md':
      '# Tutorials\n\n<img src="../../img/a.svg" alt="By address" />\n\n![By file](../img/a.svg)\n\n<img src="../../img/gone.svg" />\n',
  },
}

for (const [name, files] of Object.entries(SITES)) {
  t.test(`${name}: an image in HTML is found from the address of its page`, async (t) => {
    const content = await readContent(await contentTree(t, files))
    const { markdown } = pageOf(content, 'en', 'community/tutorials')
    t.match(markdown, /By address[^]*?\/files\/[\da-f]+\/a\.svg|\/files\/[\da-f]+\/a\.svg[^]*?By address/)
    t.equal(markdown.match(/\/files\//g)?.length, 2)
    t.strictSame(
      faultsOf(content).filter((fault) => fault.includes('missing_image')),
      ['docs/community/tutorials.md:7 missing_image'],
    )
  })
}
