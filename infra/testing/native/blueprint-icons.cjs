// `@blueprintjs/icons` for the tests: each icon is loaded when it is first shown. The package's own entry loads all 700, which took a third of
// the time in which a test file loads the app.
const folder = '@blueprintjs/icons/lib/cjs';
const others = {
  IconNames: 'iconNames',
  IconSize: 'iconTypes',
  Icons: 'iconLoader',
  SVGIconContainer: 'svgIconContainer',
};
/** The file of an icon: `ChevronDownIcon` is in `chevron-down`. */
const fileOf = (name) =>
  name
    .replace(/Icon$/, '')
    .replace(/\B[A-Z]/g, '-$&')
    .toLowerCase();

module.exports = new Proxy(
  {},
  {
    get: (_, name) => {
      if (name in others) return require(`${folder}/${others[name]}`)[name];
      return String(name).endsWith('Icon') ? require(`${folder}/generated/components/${fileOf(name)}`)[name] : undefined;
    },
  },
);
