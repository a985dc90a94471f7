import type { Entry } from '../entry.ts'

/** psql and its relatives. */
export const PSQL: Entry = {
  options: {
    '-o, --output': 'write | pipe-to-shell',
    '-L, --log-file': 'write',
    '--pgclirc, --myclirc': 'config',
    '-c, --command, -f, --file, -h, --host, -p, --port, -U, -u, --username, --user, -d, --dbname, -D, --dsn, -v, --set, --variable, -P, --pset, -R, --record-separator, -F, --field-separator, -T, --table-attr, --warn, --row-limit, --application-name, --prompt':
      'text',
  },
  flags:
    '-? -V -a --echo-all -A --no-align -b --echo-errors -e --echo-queries -E --echo-hidden -H --html -l --list -n --no-readline -q --quiet -s --single-step -S --single-line -t --tuples-only -w --no-password -W --password -x --expanded -X --no-psqlrc -z --field-separator-zero -0 --record-separator-zero -1 --single-transaction --csv --no-warn --less-chatty --auto-vertical-output --single-connection --list-databases --ping',
}

export const MYSQL: Entry = {
  options: {
    '--tee': 'write',
    '--pager': 'run-command',
    '--plugin-dir, --defaults-file, --defaults-extra-file, --default-auth, --load-data-local-dir, --init-command-file':
      'opaque',
    '--ssl-ca, --ssl-capath, --ssl-cert, --ssl-key, --ssl-crl, --ssl-crlpath, --server-public-key-path': 'read',
    '-p, --password': 'text?',
    '-e, --execute, --init-command, --init-command-add, -h, --host, -P, --port, -u, --user, -D, --database, -S, --socket, --default-character-set, --protocol, --ssl-mode, --tls-version, --tls-ciphersuites, --ssl-cipher, --connect-timeout, --max-allowed-packet, --max_allowed_packet, --net-buffer-length, --prompt, --delimiter, --compression-algorithms, --zstd-compression-level, --login-path, --defaults-group-suffix, --histignore, --file':
      'text',
  },
  flags:
    '-? -I -V -A --no-auto-rehash --auto-rehash -b --no-beep --batch -B -c --comments --skip-comments -C --compress -E --vertical -f --force -G --named-commands -H --html -i --ignore-spaces -L --skip-line-numbers --line-numbers -n --unbuffered -N --skip-column-names --column-names -o --one-database -q --quick -r --raw -s --silent -t --table -T --debug-info -U --safe-updates --i-am-a-dummy -v --verbose -w --wait -X --xml --reconnect --skip-reconnect --show-warnings --binary-mode --binary-as-hex --ssl --skip-pager --no-defaults --print-defaults --local-infile=0 --local-infile=OFF --column-type-info --sigint-ignore --syslog --no-tee --sql --js --json',
  when: { '--skip-ssl': ['system weaken-tls'], '--enable-cleartext-plugin': ['system weaken-tls'] },
}

export const SQLITE: Entry = {
  style: 'single-dash',
  options: {
    '-vfs': 'opaque',
    '-A, -zip': 'opaque?',
    '-cmd, -c, -s, -f, -separator, -nullvalue, -init, -newline, -maxsize, -mmap, -lookaside, -pagecache, -escape, -heap, -multiplex, -storage-version':
      'text',
    '-dbcipher, -key': 'text',
  },
  flags:
    '-append -ascii -bail -batch -box -column -csv -deserialize -echo -header -noheader -help -html -interactive -json -jsonlines -latex -line -list -markdown -memtrace -nofollow -quote -readonly -safe -stats -table -tabs -unsafe-testing -utf8 -no-utf8 -version -pcachetrace -trash -duckbox -no-stdin -no-init -h -ui',
}

/** Dumps and restores: the same options in most of them. */
export const DUMP: Entry = {
  options: {
    '--defaults-file, --defaults-extra-file, --plugin-dir, --default-auth, --config': 'opaque',
    '--ssl-ca, --ssl-cert, --ssl-key, --sslCAFile, --sslPEMKeyFile, -L, --use-list, --filter, --queryFile, --fieldFile':
      'read',
    '-D, --pgdata, --waldir': 'directory',
    '-p': 'text?',
    '--password': 'text?',
    '-h, --host, -P, --port, -u, -U, --user, --username, -d, --dbname, --db, -f, --file, -t, --table, -n, --schema, -N, --exclude-schema, -T, --exclude-table, --exclude-table-data, -F, --format, -Z, --compress, -j, --jobs, -o, --out, -r, --result-file, -S, --superuser, -E, --encoding, -l, --database, --exclude-database, --role, --lock-wait-timeout, --rows-per-insert, --section, --snapshot, --extra-float-digits, --collection, --uri, --where, --ignore-table, --tab, --authenticationDatabase, --authenticationMechanism, --nsInclude, --nsExclude, --nsFrom, --nsTo, -q, --query, --fields, --type, --numParallelCollections, --numInsertionWorkersPerCollection, --numInsertionWorkers, --readPreference, --writeConcern, -m, --mode, --upsertFields, --default-character-set, --set-gtid-purged, --net-buffer-length, --max-allowed-packet, --max_allowed_packet, --protocol, --socket, --column-statistics, --source-data, --master-data, --ssl-mode, --tls-version, -I, --index, --function, --trigger, --excludeCollection, --excludeCollectionsWithPrefix, --sort, --limit, --skip, --fields-terminated-by, --fields-enclosed-by, --lines-terminated-by, --columns, --threads, --outputdir, --directory, --rows, --regex, --wal-method, --checkpoint, --label, --max-rate, --manifest-checksums, --tablespace-mapping, --gzip-level, --restrict-key':
      'text',
    '--archive': 'text?',
    '--include-foreign-data': 'text',
  },
  flags:
    '-? -V -v -vv -vvv --verbose --quiet -a --data-only -b --large-objects --blobs --no-large-objects -B -C --create -c --clean --drop -O --no-owner -s --schema-only --no-schema --no-data --statistics-only --no-statistics --with-statistics -x --no-privileges --no-acl --binary-upgrade --column-inserts --disable-dollar-quoting --disable-triggers --enable-row-security --if-exists --inserts --load-via-partition-root --no-comments --no-publications --no-security-labels --no-subscriptions --no-sync --no-table-access-method --no-tablespaces --no-toast-compression --no-unlogged-table-data --on-conflict-do-nothing --quote-all-identifiers --serializable-deferrable --strict-names --use-set-session-authorization --no-reconnect -w --no-password -W -1 --single-transaction --exit-on-error -e --no-data-for-failed-tables --list -g --globals-only --roles-only --tablespaces-only --transaction-size --oplog --gzip --dumpDbUsersAndRoles --forceTableScan --oplogReplay --objcheck --keepIndexVersion --noIndexRestore --noOptionsRestore --restoreDbUsersAndRoles --maintainInsertionOrder --preserveUUID --dryRun --stopOnError --jsonArray --pretty --headerline --ignoreBlanks --upsert --noHeaderLine --ssl --all-databases -A --databases --add-drop-database --add-drop-table --skip-add-drop-table --add-drop-trigger --add-locks --skip-add-locks --skip-lock-tables --lock-tables --lock-all-tables --comments --skip-comments --compact --complete-insert --create-options --skip-create-options --delayed-insert --disable-keys --skip-disable-keys --dump-date --skip-dump-date --events --extended-insert --skip-extended-insert --flush-logs --flush-privileges --force --hex-blob --insert-ignore --no-autocommit --no-create-db --no-create-info --no-set-names --opt --skip-opt --order-by-primary --quick --quote-names --replace --routines -R --set-charset --skip-set-charset --skip-triggers --triggers --tz-utc --skip-tz-utc --skip-column-statistics --xml --allow-keywords --local --ignore --no-defaults --progress --write-recovery-conf --less-locking --trx-consistency-only --overwrite-tables --no-locks --events-statements --skip-ssl --no-verify-checksums',
}
