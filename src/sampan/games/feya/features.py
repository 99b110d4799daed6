from sampan.engine.rule import rule


@rule
def features(box, s, seat, out):
    out[0] = s.gold[seat]
