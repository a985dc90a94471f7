import type { Program } from '../../shell/programs/program.ts'
import type { Entries } from '../entry.ts'
import { family } from '../walk.ts'

/** Notebooks, and programs with a canvas that also run scripts. */
const entries: Entries = {
  jupyter: {
    language: 'python',
    flags: '-h --version --paths --json --debug --config-dir --data-dir --runtime-dir',
    subcommands: {
      nbconvert: {
        operands: 'read',
        project: [],
        // It runs what is in the notebook.
        forms: { '--execute': { operands: 'project-directory', language: 'python', project: [] } },
        options: {
          '--config': 'loads-code',
          '--to, --writer, --post, --template': 'loads-code',
          '--output': 'write',
          '--output-dir': 'directory',
          '--log-level, --ExecutePreprocessor.timeout, --ExecutePreprocessor.kernel_name, --theme': 'text',
        },
        inPlace: '--inplace, --clear-output',
        flags: '--stdout --stdin --no-input --no-prompt --allow-errors -y --debug --embed-images --show-input',
      },
      'lab, notebook, server': {
        operands: 'text',
        project: [],
        options: {
          '--config': 'loads-code',
          '--notebook-dir, --ServerApp.root_dir': 'names',
          '--ip': { words: 'localhost 127.0.0.1', else: 'listen' },
          '--port, --browser, --log-level': 'text',
        },
        flags: '--no-browser -y --debug --generate-config --show-config',
      },
      'kernelspec list, troubleshoot, --version, server list, lab list, labextension list': {
        operands: 'text',
        flags: '--json',
      },
      execute: {
        operands: 'project-directory',
        project: [],
        flags: '--inplace --allow-errors',
        options: { '--timeout, --kernel_name': 'text' },
      },
    },
    examples: {
      'jupyter nbconvert a.in': ['read a.in'],
      'jupyter nbconvert --config /tmp/x a.in': ['code python file /tmp/x', 'read a.in'],
      'jupyter nbconvert --to /tmp/x a.in': ['code python file /tmp/x', 'read a.in'],
      'jupyter nbconvert --writer /tmp/x a.in': ['code python file /tmp/x', 'read a.in'],
      'jupyter nbconvert --post /tmp/x a.in': ['code python file /tmp/x', 'read a.in'],
      'jupyter nbconvert --template /tmp/x a.in': ['code python file /tmp/x', 'read a.in'],
      'jupyter nbconvert --output output.out a.in': ['write output.out', 'read a.in'],
      'jupyter nbconvert --output-dir output-dir a.in': ['directory output-dir', 'read a.in'],
      'jupyter nbconvert --inplace a.in': ['read a.in', 'edit a.in'],
      'jupyter nbconvert --clear-output a.in': ['read a.in', 'edit a.in'],
      'cd /tmp/x && jupyter nbconvert a.in': [
        'names /tmp/x',
        'run jupyter',
        'code python file /tmp/x',
        'read /tmp/x/a.in',
      ],
      'jupyter nbconvert --execute /tmp/x': ['code python file /tmp/x'],
      'cd /tmp/x && jupyter nbconvert --execute a.ipynb': [
        'names /tmp/x',
        'run jupyter',
        'code python file /tmp/x',
        'code python file /tmp/x/a.ipynb',
      ],
      'jupyter lab --config /tmp/x --notebook-dir dir x': ['code python file /tmp/x', 'names dir'],
      'jupyter lab --ServerApp.root_dir dir --ip :8080 x': ['names dir', 'open listener :8080'],
      'cd /tmp/x && jupyter lab x': ['names /tmp/x', 'run jupyter', 'code python file /tmp/x'],
      'cd /tmp/x && jupyter execute tests': [
        'names /tmp/x',
        'run jupyter',
        'code python file /tmp/x',
        'code python file /tmp/x/tests',
      ],
      'jupyter nbconvert --unheard-of': ['unknown option --unheard-of of jupyter nbconvert'],
    },
  },
  papermill: {
    operands: ['project-directory', 'write'],
    language: 'python',
    project: [],
    options: {
      '-f, --parameters_file': 'read',
      '--cwd': 'project-directory',
      '-p, --parameters, -r, --parameters_raw': 'text text',
      '-y, --parameters_yaml, -b, --parameters_base64, -k, --kernel, -l, --language, --engine, --start-timeout, --execution-timeout, --log-level, --autosave-cell-every':
        'text',
    },
    flags:
      '--inject-input-path --inject-output-path --inject-paths --progress-bar --no-progress-bar --log-output --no-log-output --report-mode --no-report-mode --prepare-only --request-save-on-cell-execute -h',
    examples: {
      'papermill tests b.out': ['write b.out'],
      'papermill -f f.in --cwd /tmp/x tests b.out': ['read f.in', 'code python file /tmp/x', 'write b.out'],
      'cd /tmp/x && papermill tests b.out': [
        'names /tmp/x',
        'run papermill',
        'code python file /tmp/x',
        'code python file /tmp/x/tests',
        'write /tmp/x/b.out',
      ],
      'papermill --unheard-of tests b.out': ['unknown option --unheard-of of papermill', 'write b.out'],
    },
  },
  blender: {
    operands: 'read',
    language: 'python',
    options: {
      '-P, --python': 'run-file',
      '--python-expr': 'code',
      '-o, --render-output': 'write',
      '--log-file': 'write',
      '--addons': 'loads-code',
      '-F, --render-format, -f, --render-frame, -s, --frame-start, -e, --frame-end, -j, --frame-jump, -t, --threads, -E, --engine, -S, --scene, -x, --use-extension, --log-level':
        'text',
    },
    flags: '-b --background -a --render-anim -Y --disable-autoexec --factory-startup -noaudio --debug -v -h',
    examples: {
      'blender a.in': ['read a.in'],
      'blender -P /tmp/x a.in': ['code python file /tmp/x', 'read a.in'],
      'blender --python-expr x -o o.out a.in': ['code python inline', 'opaque not-parsed', 'write o.out', 'read a.in'],
      'blender --log-file log.out --addons /tmp/x a.in': ['write log.out', 'code python file /tmp/x', 'read a.in'],
      'blender --unheard-of a.in': ['unknown option --unheard-of of blender', 'read a.in'],
    },
  },
  'gimp gimp-console': {
    operands: 'read',
    options: {
      '-b, --batch': 'code',
      '--batch-interpreter, --session': 'text',
      '-g, --gimprc, --system-gimprc': 'config',
    },
    flags:
      '-i --no-interface -n --new-instance -a --as-new -s --no-splash -d --no-data -f --no-fonts -c --console-messages --quit --verbose -h -v',
    examples: {
      'gimp a.in': ['read a.in'],
      'gimp -b x --gimprc /tmp/x a.in': ['code other inline', 'code other file /tmp/x', 'read a.in'],
      'gimp --system-gimprc /tmp/x a.in': ['code other file /tmp/x', 'read a.in'],
      'gimp --unheard-of a.in': ['unknown option --unheard-of of gimp', 'read a.in'],
    },
  },
}

export const notebooks: readonly Program[] = family(entries)
