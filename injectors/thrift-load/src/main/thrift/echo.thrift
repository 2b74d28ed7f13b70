/* The service of the suite "thrift". The classes in package echo speak it by hand, so the build needs no Thrift compiler. */
namespace java org.busbench.thrift.echo

struct Reply {
  1: string nonce,
  2: binary payload
}

service EchoService {
  Reply echo(1: string nonce, 2: binary payload)
}
