def read(source, rows):
    try:
        source.open()
    except:  # expect: E722
        source.reset()
    try:
        source.load()
    except Exception:  # expect: BLE001, S110
        pass
    for row in rows:
        try:
            source.add(row)
        except Exception:  # expect: BLE001, S112
            continue
    try:
        source.close()
    except ():  # expect: B029
        source.reset()
    try:
        source.close()
    except OSError or ValueError:  # expect: PLW0711, B030
        source.reset()
    try:
        source.close()
    except "closed":  # expect: B030
        source.reset()
    try:
        source.flush()
    except OSError:
        source.reset()
    except OSError:  # expect: B025
        source.close()
    try:
        source.flush()
    except OSError:
        raise ValueError("cannot flush")  # expect: B904


def totals(source):
    try:
        return source.total()
    finally:
        return 0  # expect: B012
